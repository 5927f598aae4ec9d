-- Up Migration
-- Until when a mail is worth sending, and the administrators' list of mail in one state.
alter table outbox add column give_up_at timestamptz(3) not null default now() + interval '3 days';
update outbox set give_up_at = created_at + interval '3 days';
create index outbox_of_state on outbox (state, created_at desc, id desc);

-- Addresses at which a server said for good that it takes no mail.
create table refused_addresses (
  address citext primary key,
  reason text not null,
  since timestamptz(3) not null default now()
);
