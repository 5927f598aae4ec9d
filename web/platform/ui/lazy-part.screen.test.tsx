import { type ComponentType, type ReactNode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { type MockInstance, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LateMenu, type LateListProps } from './late-menu.tsx';
import { latePart } from './lazy-part.tsx';
import { MenuItem, MenuList } from './menu.tsx';
import { neededPart } from './needed-part.tsx';
import { openedPart } from './opened-part.tsx';
import { dismiss, useToasts } from './toasts.ts';

const dish = page.getByText('Kettle corn');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const CHECK = 'Check your connection and try again.';

let warned: MockInstance<typeof console.warn>;
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => warned.mockRestore());
const expectWarnings = (times: number) => expect.poll(() => warned.mock.calls.length).toBe(times);

function render(children: ReactNode): () => void {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  root.render(<Suspense fallback="Loading…">{children}</Suspense>);
  const end = () => {
    root.unmount();
    host.remove();
  };
  onTestFinished(end);
  return end;
}

/** A load whose first requests fail. */
const failingFirst = <P extends object>(times: number, part: ComponentType<P>) => {
  const load = vi.fn<() => Promise<{ default: ComponentType<P> }>>().mockResolvedValue({ default: part });
  for (let time = 0; time < times; time++) load.mockRejectedValueOnce(new Error('No connection'));
  return load;
};
const Dish = ({ spice = 'plain' }: { spice?: string }) => <p>Kettle corn, {spice}</p>;

function Messages() {
  return useToasts().map(({ id, text }) => (
    <button key={id} type="button" onClick={() => dismiss(id)}>
      {text}
    </button>
  ));
}
const expectMessage = async (text: string): Promise<void> => {
  await press(text);
  await expect.element(page.getByRole('button', { name: text })).not.toBeInTheDocument();
};

test('a late part that fails twice shows nothing, and appears everywhere once the browser is online', async () => {
  const load = failingFirst(2, Dish);
  const Part = latePart(load);
  render(
    <>
      <h1>Menu of the day</h1>
      <Part spice="salted" />
      <Part spice="sweet" />
    </>,
  );
  await expect.element(page.getByRole('heading')).toBeVisible();
  // Both ask together: once through `lazy`, and once when they are mounted.
  await expect.poll(() => load.mock.calls.length).toBe(2);
  expect(page.getByRole('alert').elements()).toHaveLength(0);
  expect(dish.elements()).toHaveLength(0);
  window.dispatchEvent(new Event('online'));
  await expect.element(dish.first()).toHaveTextContent('Kettle corn, salted');
  await expect.element(dish.last()).toHaveTextContent('Kettle corn, sweet');
  expect(load).toHaveBeenCalledTimes(3);
  expect(warned).toHaveBeenCalledTimes(2);
});

test('a late part that failed appears when it is mounted again', async () => {
  const Part = latePart(failingFirst(2, Dish));
  render(<Part />);
  await expectWarnings(2);
  render(<Part spice="hot" />);
  await expect.element(dish).toHaveTextContent('Kettle corn, hot');
});

test('a needed part that fails shows an error in its place, and appears when a retry succeeds', async () => {
  const load = failingFirst(2, Dish);
  const Part = neededPart(load);
  render(<Part spice="salted" />);
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent(`This part of the page could not be loaded. ${CHECK}`);
  expect(load).toHaveBeenCalledOnce();
  await press('Try again');
  await expectWarnings(2);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  await press('Try again');
  await expect.element(dish).toHaveTextContent('Kettle corn, salted');
  await expect.element(alert).not.toBeInTheDocument();
});

test('an opened part that fails shows a message and closes, and the next press opens it', async () => {
  const Part = openedPart(failingFirst(1, Dish));
  const onFailed = vi.fn<() => void>();
  render(<Messages />);
  render(<Part onFailed={onFailed} />);
  await expectMessage(`This could not be opened. ${CHECK}`);
  expect(onFailed).toHaveBeenCalledOnce();
  render(<Part spice="hot" onFailed={onFailed} />);
  await expect.element(dish).toHaveTextContent('Kettle corn, hot');
  expect(onFailed).toHaveBeenCalledOnce();
});

test('an opened part that is closed before it fails shows no message', async () => {
  let fail: (error: Error) => void = () => {};
  const load = vi.fn(() => new Promise<{ default: typeof Dish }>((_, reject) => (fail = reject)));
  const Part = openedPart(load);
  const onFailed = vi.fn<() => void>();
  render(<Messages />);
  const close = render(<Part onFailed={onFailed} />);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  close();
  fail(new Error('No connection'));
  await expectWarnings(1);
  expect(onFailed).not.toHaveBeenCalled();
  expect(page.getByText('could not be opened').elements()).toHaveLength(0);
});

const Dishes = (list: LateListProps) => (
  <MenuList label="Dishes" {...list}>
    <MenuItem onSelect={() => {}}>Goulash</MenuItem>
  </MenuList>
);

test('a menu whose list fails shows an error only after a press, and opens at the next press', async () => {
  // A pointer that happens to rest on the button may ask, too, so the requests are not counted.
  let isLost = true;
  const load = () => (isLost ? Promise.reject(new Error('No connection')) : Promise.resolve({ default: Dishes }));
  render(<Messages />);
  render(
    <LateMenu
      load={load}
      renderTrigger={(trigger) => (
        <button type="button" {...trigger}>
          Dishes
        </button>
      )}
    />,
  );
  const button = page.getByRole('button', { name: 'Dishes', exact: true });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await expect.poll(() => warned.mock.calls.length).toBeGreaterThan(0);
  expect(page.getByText('could not be loaded').elements()).toHaveLength(0);
  (button.element() as HTMLElement).click();
  await expectMessage(`The menu could not be loaded. ${CHECK}`);
  isLost = false;
  (button.element() as HTMLElement).click();
  await expect.element(page.getByRole('menuitem', { name: 'Goulash' })).toHaveFocus();
});

test('a menu whose code arrives within the press opens and stays open', async () => {
  // Without the request at focus or hover, the list is mounted during the click, as on a busy machine.
  render(
    <LateMenu
      load={() => Promise.resolve({ default: Dishes })}
      renderTrigger={(trigger) => (
        <button type="button" {...trigger} onFocus={undefined} onPointerEnter={undefined}>
          Dishes
        </button>
      )}
    />,
  );
  await press('Dishes');
  await expect.element(page.getByRole('menuitem', { name: 'Goulash' })).toHaveFocus();
  await press('Dishes');
  await expect.element(page.getByRole('menuitem', { name: 'Goulash' })).not.toBeInTheDocument();
});
