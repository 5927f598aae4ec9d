import { busyTrigger } from '../../platform/ui/busy-trigger.ts';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { MoreIcon } from '../../platform/ui/icons.tsx';
import type { MenuProps } from '../../platform/ui/menu.tsx';

/**
 * The label and the button of a row's menu, as props of `Menu`. The menu itself stays in the file with its entries,
 * where the catalogue of accessibility looks for it.
 */
export function rowMenu(name: string, busy: boolean): Pick<MenuProps, 'label' | 'renderTrigger'> {
  const label = `Actions for ${name}`;
  return {
    label,
    renderTrigger: (props) => (
      <IconButton {...busyTrigger(props, busy)} label={label}>
        <MoreIcon />
      </IconButton>
    ),
  };
}
