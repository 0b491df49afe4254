/** The prerendered HTML without its behaviour, as it was when the shell started. */
export function PageCopy({ html }: { readonly html: string }) {
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
