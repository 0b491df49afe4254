import type { PageData } from '@site/contract/page-data';
import type { ShellScript } from '@site/contract/shell-build';

/** The code that one process evaluates: a shell and at most one remote. `sandbox-process.mjs` reads it. */
export interface SandboxRequest {
  readonly shell: NodeFile & { readonly base: string };
  readonly base?: string;
  readonly modules?: Readonly<Record<string, NodeFile>>;
  readonly data?: PageData;
  readonly script?: ShellScript;
  readonly jobs: readonly SandboxJob[];
}

interface NodeFile {
  readonly filename: string;
  readonly source: string;
}

export type SandboxJob =
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly ahead: readonly string[];
      /** Missing for the not-found page. */
      readonly module?: string;
    }
  | { readonly kind: 'rootFiles' }
  | { readonly kind: 'offers' };

/** Untrusted: the code of the releases can write anything. */
export type SandboxAnswer = { readonly text: string } | { readonly failure: string };
