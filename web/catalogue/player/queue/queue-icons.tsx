import { icon } from '../../../platform/ui/icon.tsx';

export const QueueIcon = icon(<path d="M4 6.500h12M4 11.500h12M4 16.500h6M15 13.500v6.500l5.500-3.250z" />);
export const ShuffleIcon = icon(
  <path d="M3.500 7.500h2.700c1.600 0 2.500.700 3.300 2l3 5c.800 1.300 1.700 2 3.300 2h4M3.500 16.500h2.700c1.600 0 2.500-.700 3.300-2l.3-.5M12.200 10l.3-.5c.8-1.300 1.700-2 3.300-2h4M17.300 5l2.500 2.500-2.500 2.500M17.300 14l2.500 2.500-2.500 2.500" />,
);
export const RepeatIcon = icon(
  <path d="M4.500 11.500V10a3 3 0 0 1 3-3h11.800M16.800 4.500 19.300 7l-2.500 2.500M19.500 12.500V14a3 3 0 0 1-3 3H4.700M7.200 19.500 4.700 17l2.500-2.500" />,
);
export const RepeatOneIcon = icon(
  <path d="M4.500 11.500V10a3 3 0 0 1 3-3h11.800M16.800 4.500 19.300 7l-2.500 2.500M19.500 12.500V14a3 3 0 0 1-3 3H4.700M7.200 19.500 4.700 17l2.500-2.500M11 10.900l1.200-.800v4" />,
);
export const PlayNextIcon = icon(<path d="M4 5v7l5.500-3.500zM13 8.500h7M4 15.500h16M4 19.500h16" />);
export const AddToQueueIcon = icon(<path d="M4 6.500h16M4 11.500h16M4 16.500h7M17.500 14v6M14.500 17h6" />);
