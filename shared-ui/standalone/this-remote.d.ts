declare module 'this-remote/contract' {
  export const contract: import('@site/contract/routes').RemoteContract;
}

interface ImportMeta {
  webpackContext(folder: string, options: { recursive: boolean; regExp: RegExp }): (module: string) => unknown;
}
