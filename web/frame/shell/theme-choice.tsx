import { MoonIcon, ScreenIcon, SunIcon } from '../../platform/ui/icons.tsx';
import { MenuItem } from '../../platform/ui/menu.tsx';
import { type Theme, chooseTheme, useTheme } from './theme.ts';

const CHOICES: { theme: Theme; label: string; Icon: typeof SunIcon }[] = [
  { theme: 'system', label: 'Same as the system', Icon: ScreenIcon },
  { theme: 'light', label: 'Light', Icon: SunIcon },
  { theme: 'dark', label: 'Dark', Icon: MoonIcon },
];

/** The three themes as items of a menu. */
export function ThemeChoice() {
  const chosen = useTheme();
  return (
    <fieldset aria-label="Theme">
      {CHOICES.map(({ theme, label, Icon }) => (
        <MenuItem key={theme} icon={<Icon />} checked={chosen === theme} onSelect={() => chooseTheme(theme)}>
          {label}
        </MenuItem>
      ))}
    </fieldset>
  );
}
