-- Up Migration
-- The scheme of an address is the same in any case (RFC 3986, 3.1), and a phone writes its first letter large.
alter table albums
  drop constraint albums_website_url_check,
  add constraint albums_website_url_check check (website_url ~* '^(https?://|$)');
alter table performances
  drop constraint performances_ticket_link_check,
  add constraint performances_ticket_link_check check (ticket_link ~* '^https?://'),
  drop constraint performances_place_website_check,
  add constraint performances_place_website_check check (place_website ~* '^https?://');
