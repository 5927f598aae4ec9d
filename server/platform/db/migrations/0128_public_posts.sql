-- Up Migration
-- Posts stand on the pages of profiles, which are kept for visitors. Whether their followers were told changes nothing there.
create trigger public_posts_changed after insert or delete on posts
  for each statement execute function public_changed();
