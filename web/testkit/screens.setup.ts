// The setup of every screen test file.
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { fakedFetch, forgetAnswers, releaseHeld } from './api.ts';
import { FakeEventSource } from './fake-event-source.ts';
import { idleAtOnce } from './idle.ts';
import { AcceptedEventSource } from './live.ts';
import './matchers.ts';
import { leaveScreen, settled } from './screen.tsx';
import { leftFor, stayHere } from './stay-here.ts';
import '../styles.css';

globalThis.fetch = fakedFetch;
globalThis.EventSource = AcceptedEventSource as unknown as typeof EventSource;
stayHere();
idleAtOnce();

const DESK = { width: 1440, height: 900 };

beforeEach(() => {
  forgetAnswers();
});
afterEach(async () => {
  vi.useRealTimers();
  releaseHeld();
  await settled();
  leaveScreen();
  // Moves the pointer away, because the next screen would otherwise start under it, and a hovered link would load its
  // page.
  await commands.restPointer();
  FakeEventSource.all.length = 0;
  leftFor.length = 0;
  const faults = forgetAnswers();
  if (window.innerWidth !== DESK.width || window.innerHeight !== DESK.height)
    await page.viewport(DESK.width, DESK.height);
  // Given as the message, because the assertion's own report would only count the faults.
  expect(faults, faults.join('\n')).toEqual([]);
});
