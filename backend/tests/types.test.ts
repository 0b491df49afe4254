import { runTool } from './support/run-tool';

// For busy machines.
jest.setTimeout(60_000);

test('the types of supabase-js are those of the migrations', async () => {
  expect(await runTool('types', {}, '--check')).toEqual({ code: 0, stdout: '', stderr: '' });
});
