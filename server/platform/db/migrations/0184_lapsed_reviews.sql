-- Up Migration
alter table reviewer_settings
  -- When the reviewer was last at the desk; exact to an hour.
  add column seen_at timestamptz(3),
  -- When a review was given to somebody else because its reviewer had not been at the desk since its draw. Null again as
  -- soon as the reviewer is back.
  add column lapsed_at timestamptz(3);
