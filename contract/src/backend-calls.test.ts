import { type BackendDescription, unmetCalls } from './backend-calls.ts';

const backend: BackendDescription = {
  tables: { reservations: { accepts: ['name', 'phone'], needs: ['name'] } },
  functions: { owner_note: { accepts: ['id', 'note', 'version'], needs: ['id', 'note'] } },
};
const calling = (tables: Record<string, string[]>, functions: Record<string, string[]> = {}) =>
  unmetCalls({ tables, functions }, backend);

test('calls that the backend accepts are met, without its optional columns and arguments', () => {
  expect(calling({ reservations: ['name'] }, { owner_note: ['note', 'id'] })).toEqual({ lacks: [], needs: [] });
});

test('the comparison of calls names the tables, columns, functions and arguments that the backend lacks', () => {
  expect(
    calling({ reservations: ['name', 'company'], constructor: ['a'] }, { owner_note: ['id', 'note', 'at'], gone: [] }),
  ).toEqual({
    lacks: [
      'the column company of reservations',
      'the table constructor',
      'the argument at of owner_note',
      'the function gone',
    ],
    needs: [],
  });
});

test('the comparison of calls names the columns and arguments that the backend needs in addition', () => {
  expect(calling({ reservations: ['phone'] }, { owner_note: ['id'] })).toEqual({
    lacks: [],
    needs: ['the column name of reservations', 'the argument note of owner_note'],
  });
});
