export function compiledFile(folder: string, program: string): string;
