import { reasonOf, UserError } from '@site/terminal/program';
import { type IncidentQuestion, readIncidents, readSpeeds } from '../src/commands/incidents';

// Prints as JSON what browsers have reported: how fast pages were, or what failed. Its argument is `speeds`, or a
// question.
const [question = '{}'] = process.argv.slice(2);
process.umask(0o077);
async function read() {
  if (question === 'speeds') return readSpeeds(process.env);
  return readIncidents(JSON.parse(question) as IncidentQuestion, process.env);
}

read().then(
  (found) => process.stdout.write(JSON.stringify(found)),
  (error: unknown) => {
    console.error(error instanceof UserError ? error.message : `The incidents cannot be read: ${reasonOf(error)}`);
    process.exitCode = 1;
  },
);
