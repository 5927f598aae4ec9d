import { describe, expect, it } from 'vitest';
import { calendarDay } from '../../platform/lib/format.ts';
import { absenceProblem, absenceText, keptText, loadText, shareText, situationText } from './choices-text.ts';

const TODAY = '2026-11-28';
const [EVE, END] = ['2026-12-24', '2026-12-31'];
const drawn = { paused: false, absences: [], isCertified: true, today: TODAY, load: { open: 3, most: 20 } };
const away = (firstDay: string, lastDay: string) => ({ ...drawn, absences: [{ firstDay, lastDay }] });

describe('an absence', () => {
  const others = [{ firstDay: EVE, lastDay: END }];

  it('is shown with its days', () => {
    expect(absenceText({ firstDay: EVE, lastDay: END })).toBe(`${calendarDay(EVE)} – ${calendarDay(END)}`);
    expect(absenceText({ firstDay: EVE, lastDay: EVE })).toBe(calendarDay(EVE));
  });

  it.each<[string | null, string, string]>([
    ['Enter the first and the last day.', '', END],
    ['Enter the first and the last day.', EVE, ''],
    ['The last day is before the first day.', '2026-12-03', '2026-12-02'],
    ['This absence is over already.', '2026-11-20', '2026-11-27'],
    ['This absence overlaps with another one.', '2026-12-20', EVE],
    ['This absence overlaps with another one.', END, '2027-01-05'],
    ['This absence overlaps with another one.', '2026-12-25', '2026-12-26'],
    [null, '2026-11-20', TODAY],
    [null, '2026-12-20', '2026-12-23'],
    [null, '2027-01-01', '2027-01-05'],
  ])('has the problem: %s', (problem, firstDay, lastDay) => {
    expect(absenceProblem({ firstDay, lastDay }, others, TODAY)).toBe(problem);
  });
});

describe('the situation of a reviewer', () => {
  it('tells whether reviews are drawn, and why not', () => {
    expect(situationText(drawn)).toBe('Reviews are drawn for you.');
    expect(situationText({ ...drawn, paused: true })).toBe('You paused: no reviews are drawn for you.');
    expect(situationText(away(TODAY, EVE))).toBe(
      `You are absent until ${calendarDay(EVE)} (UTC): no reviews are drawn for you.`,
    );
    expect(situationText(away('2026-11-01', TODAY))).toContain('You are absent until');
    expect(situationText(away(EVE, END))).toBe(
      `Reviews are drawn for you. Your next absence begins on ${calendarDay(EVE)} (UTC).`,
    );
    expect(situationText({ ...drawn, load: { open: 20, most: 20 } })).toBe(
      'You have your limit of open reviews, so no others are drawn for you now.',
    );
    expect(situationText({ ...drawn, load: { open: 200, most: null } })).toBe('Reviews are drawn for you.');
    expect(situationText({ ...drawn, isCertified: false, paused: true })).toMatch(/^You are not certified/);
  });

  it('includes open reviews, which are kept during a pause or an absence', () => {
    expect(keptText(drawn)).toBeNull();
    expect(keptText(away(EVE, END))).toBeNull();
    expect(keptText({ ...drawn, paused: true, load: { open: 0, most: 20 } })).toBeNull();
    expect(keptText({ ...drawn, paused: true })).toBe(
      'You have 3 open reviews. They stay with you unless you hand them over in the queue.',
    );
    expect(keptText({ ...away(TODAY, TODAY), load: { open: 1, most: null } })).toBe(
      'You have 1 open review. It stays with you unless you hand it over in the queue.',
    );
  });

  it('has figures', () => {
    expect(loadText({ open: 3, most: 20 })).toBe('3 of at most 20');
    expect(loadText({ open: 3, most: null })).toBe('3');
    expect([0.956, 1, null].map(shareText)).toEqual(['96%', '100%', '–']);
  });
});
