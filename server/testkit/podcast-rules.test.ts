import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { artworkFaults, podcastFaults } from './podcast-rules.ts';

const GOOD = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel>
<title>Salt</title>
<link>https://music.example/salt</link>
<description>Songs.</description>
<language>en</language>
<image><url>https://music.example/salt.jpg</url><title>Salt</title><link>https://music.example/salt</link></image>
<itunes:image href="https://music.example/salt.jpg"/>
<itunes:author>Salt</itunes:author>
<itunes:category text="Music"/>
<itunes:explicit>false</itunes:explicit>
<podcast:guid>9b024349-ccf0-5f69-a609-6b82873eab3c</podcast:guid>
<podcast:locked>no</podcast:locked>
<podcast:medium>music</podcast:medium>
<podcast:person href="https://music.example/salt">Salt</podcast:person>
<item>
<title>Kettle</title>
<guid isPermaLink="false">one</guid>
<pubDate>Sun, 01 Nov 2026 10:00:00 GMT</pubDate>
<description>Sung.</description>
<enclosure url="https://music.example/kettle.m4a" length="4321" type="audio/x-m4a"/>
<itunes:duration>61</itunes:duration>
<podcast:transcript url="https://music.example/kettle.vtt" type="text/vtt"/>
<podcast:alternateEnclosure type="audio/webm" length="12"><podcast:source uri="https://music.example/kettle.webm"/></podcast:alternateEnclosure>
</item>
</channel>
</rss>`;

describe('the rules of podcast directories', () => {
  it('find no fault in a good feed', () => {
    expect(podcastFaults(GOOD)).toEqual([]);
  });

  it.each<[from: string | RegExp, to: string, fault: string]>([
    ['</rss>', '', 'The feed is no XML'],
    ['version="2.0" ', 'version="0.91" ', 'The feed is no RSS 2.0.'],
    ['podcast-1.0.dtd', 'podcast-1.0.DTD', 'The namespace itunes is not'],
    [/<itunes:image .*>\n/, '', 'The channel has no <itunes:image>.'],
    [
      'href="https://music.example/salt.jpg"',
      'href="https://music.example/salt.webp"',
      'ends neither in .jpg nor in .png',
    ],
    ['href="https://music.example/salt.jpg"', 'href="/salt.jpg"', 'which is no address'],
    [/<image>.*\n/, '', 'The channel has no <image>.'],
    ['<image><url>', '<image><url>http:', 'which is no'],
    ['<title>Salt</title><link>', '<title>Pepper</title><link>', 'has an <image> with another title'],
    [/<language>.*\n/, '', 'The channel has no <language>.'],
    ['<language>en<', '<language>english<', 'has a <language> that is not of ISO 639'],
    [/<itunes:category .*\n/, '', 'The channel has no <itunes:category>.'],
    ['text="Music"', 'text="Songs"', 'the category “Songs”, which is not in Apple’s list'],
    [/<itunes:explicit>.*\n/, '', 'The channel has no <itunes:explicit>.'],
    ['<itunes:explicit>false', '<itunes:explicit>no', 'neither true nor false'],
    ['<description>Songs.', '<description>', 'The channel has an empty <description>.'],
    ['Songs.', 'a'.repeat(4001), 'The channel has a <description> longer than 4000.'],
    ['<itunes:author>Salt', '<itunes:author> Salt', 'has space around its <itunes:author>'],
    ['<title>Kettle', `<title>${'a'.repeat(256)}`, 'Item 1 has a <title> longer than 255.'],
    ['<title>Kettle</title>', '', 'Item 1 has no <title>.'],
    [/<enclosure .*\n/, '', 'Item 1 has no <enclosure>.'],
    ['length="4321"', 'length="0"', 'Item 1 has an enclosure without length in bytes.'],
    ['audio/x-m4a', 'audio/mpeg', 'Item 1 has an enclosure of the type audio/mpeg that ends in .m4a.'],
    ['kettle.m4a', 'kettle.webm', 'Item 1 has an enclosure that ends in .webm.'],
    [/<guid.*\n/, '', 'Item 1 has no <guid>.'],
    [/<pubDate>.*\n/, '', 'Item 1 has no <pubDate>.'],
    ['Sun, 01 Nov 2026 10:00:00 GMT', '2026-11-01T10:00:00Z', 'Item 1 has a <pubDate> that is not of RFC 2822'],
    ['Sun, 01 Nov', 'Mon, 01 Nov', 'Item 1 has a <pubDate> on another day of the week'],
    ['duration>61<', 'duration>1 minute<', 'Item 1 has an <itunes:duration> that is none.'],
    ['</item>', '</item><item><title>Two</title><guid>one</guid></item>', 'Two items have the same <guid>.'],
    ['5f69', '4f69', '<podcast:guid> that is no UUID of version 5'],
    ['locked>no', 'locked>maybe', '<podcast:locked> that is neither yes nor no'],
    ['<podcast:locked>', '<podcast:locked owner="salt">', 'an owner that is no email address'],
    ['</podcast:locked>', '</podcast:locked><podcast:locked>no</podcast:locked>', 'has 2 <podcast:locked>'],
    ['medium>music', 'medium>songs', 'is not in the list of mediums'],
    ['">Salt</podcast:person', '"> </podcast:person', '<podcast:person> that has no name'],
    ['person href="https:', 'person href="http:', 'which is not https'],
    ['text/vtt', 'video/mp4', 'a type that is not for transcripts'],
    [' url="https://music.example/kettle.vtt"', '', '<podcast:transcript> that has no url'],
    [
      '<guid',
      '<podcast:medium>music</podcast:medium><guid',
      'Item 1 has a <podcast:medium>, which belongs into channel.',
    ],
    [/<podcast:source .*?>/, '', '<podcast:alternateEnclosure> that has no source'],
    ['<podcast:medium>', '<podcast:funky>a</podcast:funky><podcast:medium>', 'for which this test has no rule'],
  ])('find the fault when %s becomes %s', (from, to, fault) => {
    const broken = GOOD.replace(from, to);
    expect(broken).not.toBe(GOOD);
    expect(podcastFaults(broken).join('\n')).toContain(fault);
  });

  it.each([
    [1399, 1399, 'jpeg', '.jpg', 'smaller than 1400'],
    [3001, 3001, 'jpeg', '.jpg', 'larger than 3000'],
    [1400, 1500, 'jpeg', '.jpg', 'no square'],
    [1400, 1400, 'webp', '.jpg', 'It is a webp'],
    [1400, 1400, 'png', '.jpg', 'It is a png'],
  ] as const)(
    'find the fault of a picture of %i by %i pixels, a %s named %s',
    async (width, height, format, end, fault) => {
      const bytes = await sharp({ create: { width, height, channels: 3, background: 'red' } })
        .toFormat(format)
        .toBuffer();
      expect((await artworkFaults(bytes, `https://music.example/a${end}`)).join()).toContain(fault);
    },
  );

  it('find the fault of a picture that is transparent or in print colours', async () => {
    const square = (channels: 3 | 4) =>
      sharp({ create: { width: 1400, height: 1400, channels, background: channels === 4 ? '#ff000080' : 'red' } });
    expect(await artworkFaults(await square(4).png().toBuffer(), 'https://a.example/a.png')).toEqual([
      'It is transparent.',
    ]);
    const print = await square(3).toColourspace('cmyk').jpeg().toBuffer();
    expect(await artworkFaults(print, 'https://a.example/a.jpg')).toEqual(['Its colours are cmyk, not RGB.']);
    expect(await artworkFaults(await square(3).jpeg().toBuffer(), 'https://a.example/a.jpg')).toEqual([]);
  });
});
