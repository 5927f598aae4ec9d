import { nameOf } from '@scoville/contract/platform/http/addresses.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../../platform/lib/query.ts';
import { buttonClass } from '../../../platform/ui/button.tsx';
import { EditProfileForm } from './edit-profile-form.tsx';
import { ProfilePicture } from './profile-picture.tsx';

/** The screen on which users edit their public profile. */
export function EditProfileScreen() {
  const me = useMe();
  const [restored, setRestored] = useState(0);
  // The session ended elsewhere, so the login screen will be shown next.
  if (!me) return null;
  return (
    <div className="mx-auto flex max-w-[820px] flex-col gap-8 py-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-head">Edit Profile</h1>
        <Link to="/$name" params={{ name: nameOf(me) }} className={buttonClass('outline', 'small')}>
          View Profile
        </Link>
      </header>
      <ProfilePicture me={me} />
      <EditProfileForm
        key={`${me.id} ${restored}`}
        me={me}
        isRestored={restored > 0}
        onRestore={() => setRestored(restored + 1)}
      />
    </div>
  );
}
