-- Up Migration
-- Who reported something is told of the decision page by page.
create index reports_of_case on reports (case_id, id);
