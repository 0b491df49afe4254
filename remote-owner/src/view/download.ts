interface Download {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

export function download({ name, type, text }: Download): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
