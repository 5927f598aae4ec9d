import { icon, solid } from './icon.tsx';

export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />);
export const CheckIcon = icon(<path d="m5 12.500 4.800 4.500L19 7.500" />);
export const MoreIcon = icon(
  <path
    {...solid}
    d="M4.300 12a1.700 1.700 0 1 0 3.400 0 1.700 1.700 0 0 0-3.400 0zm6 0a1.700 1.700 0 1 0 3.400 0 1.700 1.700 0 0 0-3.400 0zm6 0a1.700 1.700 0 1 0 3.400 0 1.700 1.700 0 0 0-3.400 0z"
  />,
);
export const ChevronUpIcon = icon(<path d="m6 14.500 6-6 6 6" />);
export const ChevronDownIcon = icon(<path d="m6 9.500 6 6 6-6" />);
export const WarningIcon = icon(<path d="M12 4 21 19.500H3zM12 10v4.200M12 16.900v.1" />);
export const InfoIcon = icon(<path d="M12 3.500a8.500 8.500 0 1 1 0 17 8.500 8.500 0 0 1 0-17zM12 11v5M12 8v.1" />);
export const MessageIcon = icon(<path d="M4 5h16v11H10l-4.500 4v-4H4zM8 9h8M8 12h5" />);
export const EyeIcon = icon(
  <path d="M2.500 12S6 5.800 12 5.800 21.500 12 21.500 12 18 18.200 12 18.200 2.500 12 2.500 12zM12 9.200a2.800 2.800 0 1 1 0 5.600 2.800 2.800 0 0 1 0-5.600z" />,
);
export const EyeOffIcon = icon(
  <path d="M5 7.600A15 15 0 0 0 2.500 12S6 18.200 12 18.200a9 9 0 0 0 3.700-.8M9 6.200a9.400 9.400 0 0 1 3-.4c6 0 9.500 6.200 9.500 6.200a16 16 0 0 1-2.700 3.400M4 4l16 16" />,
);
export const SunIcon = icon(
  <path d="M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.800v1.700M12 19.500v1.700M2.800 12h1.700M19.500 12h1.700M5.500 5.500l1.200 1.200M17.300 17.300l1.200 1.200M18.500 5.500l-1.200 1.200M6.700 17.300l-1.200 1.200" />,
);
export const MoonIcon = icon(<path d="M20 14.300A8.300 8.300 0 0 1 9.700 4 8.300 8.300 0 1 0 20 14.300z" />);
export const ScreenIcon = icon(<path d="M4 5h16v11H4zM9 20h6M12 16v4" />);
export const KeyboardIcon = icon(<path d="M3 6.500h18v11H3zM7 10v.1M10.300 10v.1M13.700 10v.1M17 10v.1M8.500 14h7" />);
export const UserIcon = icon(
  <path d="M12 4.500a3.700 3.700 0 1 1 0 7.400 3.700 3.700 0 0 1 0-7.400zM4.800 20c.6-3.600 3.400-5.400 7.200-5.400s6.600 1.800 7.200 5.400" />,
);
export const LogoutIcon = icon(<path d="M14 5H6v14h8M10.500 12H21m-3.500-3.500L21 12l-3.500 3.500" />);
export const BellIcon = icon(<path d="M5.500 16.500h13L17 14V10a5 5 0 0 0-10 0v4zM10 19.200a2.200 2.200 0 0 0 4 0" />);
export const NoteIcon = icon(
  <path d="M9 17.500V6l10-2v11.500M9 17.500a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0zm10-2a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0z" />,
);
export const ShieldIcon = icon(<path d="M12 3.500 19 6v6c0 4.300-2.800 7-7 8.500C7.800 19 5 16.300 5 12V6z" />);
export const ListIcon = icon(
  <path d="M5 6.500h.01M5 12h.01M5 17.500h.01M9 6.500h10.500M9 12h10.500M9 17.500h10.500" />,
);
export const KeyIcon = icon(
  <path d="M11.500 12.500 19 5m-2.700 2.700 2.400 2.400M12.500 15.500a4 4 0 1 1-8 0 4 4 0 0 1 8 0z" />,
);
export const StarIcon = icon(
  <path d="m12 4 2.400 5 5.600.700-4.100 3.800 1.100 5.500-5-2.700L7 19l1.100-5.500L4 9.700 9.600 9z" />,
);
export const ChartIcon = icon(<path d="M5 20v-6M12 20V4M19 20v-10" />);
export const ShareIcon = icon(<path d="M12 14.500V4m-4 3.700L12 4l4 3.700M6 11.500V20h12v-8.500" />);
export const UploadIcon = icon(<path d="M12 16V5m-4.500 4.200L12 5l4.500 4.200M5 15.500V19h14v-3.500" />);
export const EditIcon = icon(<path d="m5 19 .9-4L15.500 5.400l3.100 3.100L9 18.100zM13.500 7.400l3.100 3.100" />);
export const TrashIcon = icon(
  <path d="M5 7h14M9.500 7V4.500h5V7M7 7l.8 12.500h8.400L17 7M10.300 10.500v5.500M13.700 10.500v5.500" />,
);
export const RetryIcon = icon(<path d="M19 12a7 7 0 1 1-2.100-5M19 4v4.500h-4.500" />);
export const FilterIcon = icon(<path d="M4 6.500h16M7 12h10M10 17.500h4" />);
export const ClockIcon = icon(<path d="M12 3.500a8.500 8.500 0 1 1 0 17 8.500 8.500 0 0 1 0-17zM12 7.500V12l3 2" />);
export const LinkIcon = icon(
  <path d="M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1.300 1.300M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1.300-1.300" />,
);
export const NextIcon = icon(<path d="M6 6v12l9-6zM18 6v12" />);
export const PreviousIcon = icon(<path d="M18 6v12l-9-6zM6 6v12" />);
export const TicketIcon = icon(
  <path d="M3.500 7h17v3.200a1.900 1.900 0 0 0 0 3.600V17h-17v-3.200a1.900 1.900 0 0 0 0-3.600zM14.500 7.300v1.200M14.500 11.400v1.200M14.500 15.500v1.200" />,
);
export const GripIcon = icon(
  <path
    {...solid}
    d="M7.500 6a1.500 1.500 0 1 0 3 0 1.500 1.500 0 0 0-3 0zm6 0a1.500 1.500 0 1 0 3 0 1.500 1.500 0 0 0-3 0zm-6 6a1.500 1.500 0 1 0 3 0 1.500 1.500 0 0 0-3 0zm6 0a1.500 1.500 0 1 0 3 0 1.500 1.500 0 0 0-3 0zm-6 6a1.500 1.500 0 1 0 3 0 1.500 1.500 0 0 0-3 0zm6 0a1.500 1.500 0 1 0 3 0 1.500 1.500 0 0 0-3 0z"
  />,
);
