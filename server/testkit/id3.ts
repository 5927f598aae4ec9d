/** An ID3v2.3 tag of raw frames, as it stands in front of a song; for tests. */
export function id3(frames: readonly (readonly [id: string, content: Buffer])[]): Buffer {
  const body = Buffer.concat(
    frames.map(([id, content]) => {
      const header = Buffer.alloc(10);
      header.write(id, 'latin1');
      header.writeUInt32BE(content.length, 4);
      return Buffer.concat([header, content]);
    }),
  );
  const header = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1');
  // Sizes of a tag have seven bits in each byte.
  for (const place of [0, 1, 2, 3]) header[9 - place] = (body.length >> (7 * place)) & 0x7f;
  return Buffer.concat([header, body]);
}

/** The content of a text frame in UTF-16, lone surrogates and all. */
export const utf16 = (text: string): Buffer =>
  Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

/** The content of a text frame that says ISO 8859-1 (0) or UTF-8 (3) over whatever bytes. */
export const bytesAs = (encoding: 0 | 3, bytes: Buffer): Buffer => Buffer.concat([Buffer.from([encoding]), bytes]);
