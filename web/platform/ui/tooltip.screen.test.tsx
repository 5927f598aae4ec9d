import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { IconButton } from './icon-button.tsx';

test('a button with a tooltip still calls its own handlers for pointer and focus events', async () => {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const heard = vi.fn<(type: string) => void>();
  const hear = ({ type }: { type: string }) => heard(type);
  const all = { onPointerEnter: hear, onPointerLeave: hear, onPointerDown: hear, onFocus: hear, onBlur: hear };
  root.render(
    <>
      <IconButton label="Play Kettle" {...all}>
        ▶
      </IconButton>
      <button type="button">Elsewhere</button>
    </>,
  );
  await page.getByRole('button', { name: 'Play Kettle' }).hover();
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('Play Kettle');
  await userEvent.click(page.getByRole('button', { name: 'Play Kettle' }));
  await userEvent.click(page.getByRole('button', { name: 'Elsewhere' }));
  expect(new Set(heard.mock.calls.flat())).toEqual(
    new Set(['pointerenter', 'pointerdown', 'focus', 'pointerleave', 'blur']),
  );
  root.unmount();
  host.remove();
});
