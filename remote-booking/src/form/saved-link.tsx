import { Button, Icon, TextLink, VisuallyHidden } from '@site/shared-ui';
import { Link2, Printer, Settings2 } from 'lucide';
import { type ComponentProps, useState } from 'react';
import { savedLink as words } from '../content/booking';

interface LinkProps {
  /** With the secret of the visitor's own request. */
  readonly href: string;
}

export const ManageLink = ({ href }: LinkProps) => (
  <Button asChild variant="primary">
    <a href={href}>
      <Icon of={Settings2} />
      {words.manage}
    </a>
  </Button>
);

/** Ways to keep the link: no mail may bring it. */
export function KeepLink({ href }: LinkProps) {
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
      <QuietAction onClick={copy}>
        <Icon of={Link2} />
        {words[copied ?? 'copy']}
      </QuietAction>
      <VisuallyHidden role="status">{copied && words[copied]}</VisuallyHidden>
      <QuietAction onClick={() => window.print()}>
        <Icon of={Printer} />
        {words.print}
      </QuietAction>
    </>
  );
}

// Forced colours show the border as the edge of the button.
const QuietAction = (button: ComponentProps<'button'>) => (
  <TextLink
    asChild
    display="inline-flex"
    alignItems="center"
    gap="2"
    minHeight="11"
    borderWidth="1px"
    borderColor="transparent"
  >
    <button type="button" {...button} />
  </TextLink>
);
