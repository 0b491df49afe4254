interface Instruction {
  readonly name: string;
  readonly text: string;
}

export function readDockerfile(text: string): Instruction[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n');
  return lines.flatMap((line) => {
    const [, name, rest] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
    return name && rest ? [{ name, text: rest }] : [];
  });
}

export function commandOf(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('[')));
}
