-- The objectives of a trainee who left before the assessment have a result too.

-- At most twenty objectives, each with its wording of that day and its result. `unassessed`: the assessment did not take place.
create or replace function private.are_results(value jsonb) returns boolean
language sql immutable strict set search_path = ''
return case when jsonb_typeof(value) = 'array' and jsonb_array_length(value) <= 20 then not exists (
  select from jsonb_array_elements(value) as r
    where (jsonb_typeof(r) = 'object' and r - '{objective,result}'::text[] = '{}' and jsonb_typeof(r -> 'objective') = 'string'
      and private.is_line(r ->> 'objective', 1, 300)
      and r ->> 'result' in ('reached', 'partly', 'missed', 'unassessed')) is not true)
else false end;
