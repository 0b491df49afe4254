import { isSameSql } from '../src/database/same-sql';

const sql = "-- It's a table.\ncreate table a (b text default '--x');\n/* and ' another */ create table c ();\n";

test.each([
  ['as it is', [sql]],
  ['without comments', ["create table a (b text default '--x'); create table c ();"]],
  ['in other lines', ["create\n  table a (b text\tdefault '--x');create table c ();"]],
  [
    'statement by statement, as the Supabase CLI stores it',
    ["create table a (b text default '--x')", 'create table c ()'],
  ],
])('a migration stored %s is the same', (_, statements) => {
  expect(isSameSql(statements, sql)).toBe(true);
});

test.each([
  ['another word', ["create table a (b uuid default '--x'); create table c ();"]],
  ['another string that looks like a comment', ["create table a (b text default '--y'); create table c ();"]],
  ['a missing statement', ["create table a (b text default '--x');"]],
  ['a statement in a comment', ["create table a (b text default '--x'); -- create table c ();"]],
])('a migration stored with %s is another', (_, statements) => {
  expect(isSameSql(statements, sql)).toBe(false);
});
