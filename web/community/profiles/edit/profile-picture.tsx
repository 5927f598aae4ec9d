import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ChangeImage } from '../../../pipeline/images/change-image.tsx';
import { clearImage, sendImage } from '../../../pipeline/images/images.calls.ts';
import { Avatar } from '../../../platform/ui/avatar.tsx';
import { toast } from '../../../platform/ui/toasts.ts';
import { invalidateProfile } from './edit-profile.calls.ts';

/** The user's own picture, with the controls to change it. */
export function ProfilePicture({ me }: { me: Me }) {
  const client = useQueryClient();
  const change = async (call: Promise<unknown>) => {
    await call;
    toast('success', 'Successfully updated!');
    await invalidateProfile(client);
  };
  return (
    <section aria-label="Profile picture" className="flex flex-wrap items-center gap-5">
      <Avatar name={me.displayName} image={me.profileImg} className="size-28 text-head" />
      <ChangeImage
        shape="circle"
        isForFeeds
        hasImage={me.profileImg !== null}
        removal="Your picture will be removed, and your initial will be shown instead."
        save={(image) => change(sendImage('profile', me.id, image))}
        remove={() => change(clearImage('profile', me.id))}
      />
    </section>
  );
}
