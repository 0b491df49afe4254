import type { PageData } from '@site/contract/page-data';
import type { ShellScript } from '@site/contract/shell-build';

/** What one process evaluates: a shell, and the pages of one remote at most. Read by `sandbox-process.mjs`. */
export interface SandboxRequest {
  readonly shell: NodeFile & { readonly base: string };
  /** Address of the remote's client files. */
  readonly base?: string;
  /** The remote's node build, by the names of its modules. */
  readonly modules?: Readonly<Record<string, NodeFile>>;
  readonly data?: PageData;
  readonly script?: ShellScript;
  readonly jobs: readonly SandboxJob[];
}

interface NodeFile {
  /** Name in stack traces. */
  readonly filename: string;
  readonly source: string;
}

export type SandboxJob =
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly ahead: readonly string[];
      /** Missing for the page for unknown paths. */
      readonly module?: string;
    }
  | { readonly kind: 'rootFiles' }
  | { readonly kind: 'offers' };

/** Untrusted: whatever the code of the releases has written. */
export type SandboxAnswer = { readonly text: string } | { readonly failure: string };
