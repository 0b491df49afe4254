import { functionCalls } from '@site/contract/backend-calls';
import type { ManagedDayFile, QUESTIONS, TraineeDetails } from '@site/contract/day-papers';
import type { Backend } from '@site/contract/host';
import { isObject } from '@site/contract/json';
import { type LinkOutcome, linkCalls } from './managed-request';

const FUNCTIONS = functionCalls({
  manage_day_file: ['secret'],
  manage_fill_day_file: ['secret', 'version', 'changes'],
  manage_answer: ['secret', 'answers'],
});

export type FileOutcome = LinkOutcome<ManagedDayFile>;

/** Details to fill in at once; null empties one. */
export type FileChanges = Partial<TraineeDetails>;

export type Answers = { readonly [Question in (typeof QUESTIONS)[number]]: number } & { readonly remark?: string };

const isFile = (value: unknown): value is ManagedDayFile =>
  isObject(value) && typeof value.version === 'number' && Array.isArray(value.given);

const call = linkCalls(isFile);

/** The file of the day of a link: which details are given, and whether the questionnaire is open. */
export const callDayFile = (
  backend: Backend,
  name: keyof typeof FUNCTIONS,
  args: {
    readonly secret: string;
    readonly version?: number;
    readonly changes?: FileChanges;
    readonly answers?: Answers;
  },
): Promise<FileOutcome> => call(backend, name, args);
