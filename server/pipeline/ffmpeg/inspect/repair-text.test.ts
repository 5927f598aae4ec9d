import { expect, it } from 'vitest';
import { repairText } from './repair-text.ts';

/** Bytes that were decoded as Latin-1. */
const misread = (bytes: Buffer) => bytes.toString('latin1');

it.each([
  ['Ünïcode ♥', misread(Buffer.from('Ünïcode ♥'))],
  ['夜に駆ける', misread(Buffer.from('夜に駆ける'))],
  ['Don’t “Stop” – Now…', misread(Buffer.from('446f6e92742093 53746f7094 2096204e6f7785'.replaceAll(' ', ''), 'hex'))],
])('restores %s from a text that was decoded as Latin-1', (text, latin) => {
  expect(repairText(latin)).toBe(text);
});

it.each([
  ['Cyrillic', 'cff7f1edff20ee20eceef0e5'],
  ['Cyrillic in short words', 'd2fb20e820ff'],
  ['Shift-JIS', '83658358836783c8'],
  ['GBK', 'b2e2cad4b8e8c7fa'],
])('drops %s that is declared as Latin-1', (_, hex) => {
  expect(repairText(misread(Buffer.from(hex, 'hex')))).toBeNull();
});

it.each([
  'Let it be',
  'Café Noël',
  'Été à Mañana',
  'Élévé',
  'Å',
  'Þögn',
  'Straße nach Süden',
  'Ωδή',
  'Песня о море',
  '夜に駆ける',
  '🔥 Hot 🔥',
  '¡Olé!',
  '',
])('keeps %s', (text) => {
  expect(repairText(text)).toBe(text);
});
