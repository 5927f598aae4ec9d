-- Up Migration
-- Out of sight by an administrator's decision, whatever its owner does; its files stay.
alter table media add column taken_down_at timestamptz(3),
  -- What it was before, for when it is given back.
  add column published_before_takedown timestamptz(3),
  add column submitted_before_takedown boolean not null default false,
  add check (taken_down_at is null or not published);

-- All that was reported of one subject, until somebody decides. The subject may go: what it was is copied.
create table report_cases (
  id uuid primary key,
  subject_kind text not null check (subject_kind in ('media', 'comment', 'user', 'message')),
  subject_id uuid not null,
  -- Whose it is.
  reported_id uuid not null references users,
  state text not null default 'open'
    check (state in ('open', 'dismissed', 'warned', 'removed', 'suspended', 'countered', 'reinstated', 'upheld')),
  is_waiting boolean not null generated always as (state in ('open', 'countered')) stored,
  -- As it was when it was first reported.
  excerpt jsonb not null,
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  decided_by uuid references users on delete set null,
  decision_reason text,
  check ((state = 'open') = (decision_reason is null))
);
create unique index report_cases_waiting_subject on report_cases (subject_kind, subject_id) where is_waiting;
create index report_cases_of_subject on report_cases (subject_kind, subject_id, created_at desc);
create index report_cases_queue on report_cases (is_waiting, changed_at, id);
create index report_cases_of_kind on report_cases (is_waiting, subject_kind, changed_at, id);
create index report_cases_of_reported on report_cases (reported_id);
create index report_cases_decided_by on report_cases (decided_by) where decided_by is not null;

create table reports (
  id uuid primary key,
  case_id uuid not null references report_cases on delete cascade,
  reporter_id uuid not null references users on delete cascade,
  reason text not null check (reason <> ''),
  words text not null default '' check (length(words) <= 1000),
  -- Where it was changed since the first report.
  excerpt jsonb,
  created_at timestamptz(3) not null default now(),
  unique (case_id, reporter_id)
);
create index reports_of_reporter on reports (reporter_id, created_at);
