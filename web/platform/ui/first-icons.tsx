import { icon, solid } from './icon.tsx';

// The icons of the frame and of Home; all others are loaded with the screens that show them.
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const SearchIcon = icon(
  <path d="M17.4 17.4 21 21M10.800 4.300a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13z" />,
);
export const ChevronLeftIcon = icon(<path d="m14.500 6-6 6 6 6" />);
export const ChevronRightIcon = icon(<path d="m9.500 6 6 6-6 6" />);
export const PlayIcon = icon(
  <path
    {...solid}
    d="M7.500 5.200c0-.9 1-1.500 1.800-1l10 6.700c.7.500.7 1.600 0 2.100l-10 6.700c-.8.600-1.800 0-1.800-1z"
  />,
);
export const PauseIcon = icon(
  <path
    {...solid}
    d="M6.500 5.500c0-.6.400-1 1-1h2c.6 0 1 .4 1 1v13c0 .6-.4 1-1 1h-2c-.6 0-1-.4-1-1zm7 0c0-.6.400-1 1-1h2c.6 0 1 .4 1 1v13c0 .6-.4 1-1 1h-2c-.6 0-1-.4-1-1z"
  />,
);
export const HeartIcon = icon(
  <path d="M12 20S4 15.300 4 9.500A4.300 4.300 0 0 1 12 7a4.300 4.300 0 0 1 8 2.500C20 15.300 12 20 12 20z" />,
);
export const FlameIcon = icon(
  <path
    {...solid}
    d="M12 3c.6 3.500 5 5.500 5 10.500a5 5 0 0 1-10 0c0-2 .8-3.300 1.800-4.300.2 1.500.9 2.300 1.700 2.600C10 8.500 10.500 5.500 12 3z"
  />,
);
export const HatIcon = icon(
  <path {...solid} d="M7 20h10v-4.500a4.500 4.500 0 0 0 1.200-8.800A5 5 0 0 0 8.600 5 4.600 4.600 0 0 0 7 13.900z" />,
);
