import { mkdtemp } from 'node:fs/promises';
import { processFile } from './process.ts';
import { findTools } from './run/tools.ts';
const tools = await findTools({ ffmpeg: process.env['FFMPEG_PATH'] ?? 'ffmpeg', ffprobe: process.env['FFPROBE_PATH'] ?? 'ffprobe' });
for (const input of process.argv.slice(2)) {
  const workDir = await mkdtemp('/tmp/w/t/p-');
  const began = performance.now();
  try {
    const result = await processFile({ tools, input, workDir, signal: new AbortController().signal, threads: 0, onStage: () => {} });
    console.log(input.split('/').pop(), result.kind, result.duration, result.width, result.height, ((performance.now() - began) / 1000).toFixed(1), 's', workDir, JSON.stringify(result.outputs.map((o) => [o.name, o.width, o.height, o.duration])), result.tags.title, result.tags.cover?.mime);
  } catch (error) { console.log(input.split('/').pop(), String(error), (error as { detail?: string }).detail?.slice(0, 600), ((performance.now() - began) / 1000).toFixed(1)); }
}
