import { Button, Icon, VisuallyHidden } from '@site/shared-ui';
import { Link2, Printer, Settings2 } from 'lucide';
import { useState } from 'react';
import { savedLink as words } from '../content/booking';

/** The link to the visitor's own request, and ways to keep it: no mail may bring it. @param href with its secret */
export function SavedLink({ href }: { readonly href: string }) {
  const [copied, setCopied] = useState<'copied' | 'notCopied'>();
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(href).then(
      () => true,
      () => false,
    );
    setCopied(isCopied ? 'copied' : 'notCopied');
  };
  return (
    <>
      <Button asChild variant="quiet">
        <a href={href}>
          <Icon of={Settings2} />
          {words.manage}
        </a>
      </Button>
      <Button variant="quiet" onClick={copy}>
        <Icon of={Link2} />
        {words[copied ?? 'copy']}
      </Button>
      <VisuallyHidden role="status">{copied && words[copied]}</VisuallyHidden>
      <Button variant="quiet" onClick={() => window.print()}>
        <Icon of={Printer} />
        {words.print}
      </Button>
    </>
  );
}
