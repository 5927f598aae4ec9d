import { icon } from '../../platform/ui/icon.tsx';

/** Google's logo in its original colours, as Google's rules for sign-in buttons require. */
function GoogleIcon() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-5">
      <path
        fill="#EA4335"
        d="M24 9.500c3.540 0 6.710 1.220 9.210 3.600l6.850-6.850C35.900 2.380 30.470 0 24 0 14.620 0 6.510 5.380 2.560 13.220l7.980 6.190C12.430 13.720 17.740 9.500 24 9.500z"
      />
      <path
        fill="#4285F4"
        d="M46.980 24.550c0-1.570-.15-3.090-.38-4.550H24v9.020h12.940c-.58 2.960-2.260 5.480-4.780 7.180l7.730 6c4.510-4.180 7.090-10.360 7.090-17.650z"
      />
      <path
        fill="#FBBC05"
        d="M10.530 28.590A14.500 14.500 0 0 1 9.770 24c0-1.600.27-3.140.76-4.590l-7.980-6.190A23.900 23.900 0 0 0 0 24c0 3.880.92 7.540 2.560 10.780z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.480 0 11.930-2.130 15.890-5.810l-7.730-6c-2.150 1.450-4.920 2.300-8.160 2.300-6.260 0-11.570-4.220-13.470-9.910l-7.980 6.190C6.510 42.620 14.620 48 24 48z"
      />
    </svg>
  );
}

function FacebookIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5">
      <circle cx="12" cy="12" r="12" fill="#0866FF" />
      <path
        fill="#fff"
        d="M16.670 15.470 17.200 12h-3.330V9.750c0-.95.47-1.870 1.960-1.870h1.510V4.920s-1.370-.23-2.690-.23c-2.740 0-4.530 1.660-4.530 4.670V12H7.080v3.470h3.040v8.380a12.100 12.100 0 0 0 3.750 0v-8.380z"
      />
    </svg>
  );
}

const DoorIcon = icon(<path d="M13 4.500h5.500v15H13M4 12h10M10.500 8l4 4-4 4" />);

/** The logo of a provider. Providers that an operator added have a door. */
export function ProviderIcon({ name }: { name: string }) {
  if (name === 'google') return <GoogleIcon />;
  if (name === 'facebook') return <FacebookIcon />;
  return <DoorIcon className="size-5" />;
}
