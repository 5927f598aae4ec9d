import { icon } from './icon.tsx';

export const PlaylistIcon = icon(<path d="M4 6.500h12M4 11.500h12M4 16.500h6.500M17.500 14v6M14.500 17h6" />);
