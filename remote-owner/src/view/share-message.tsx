import { Button, Stack, Text } from '@site/shared-ui';
import { useSpace } from '../api/owner-api';
import { sharing as words } from '../content/sharing';
import type { Message } from './contact-links';
import { Summary } from './frame';

interface CopyWords {
  readonly copied: string;
  readonly notCopied: string;
}

/** Copies a text and says whether that worked. */
export function useCopy({ copied, notCopied }: CopyWords): (text: string) => Promise<void> {
  const { notify } = useSpace().host;
  return async (text) => {
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    notify({ title: isCopied ? copied : notCopied, tone: isCopied ? 'success' : 'error', duration: 5000 });
  };
}

interface ShareMessageProps {
  /** Names the recipient. */
  readonly label: string;
  readonly message: Message;
}

/** A ready message to somebody whose address the site does not have: the owner chooses how it goes. */
export function ShareMessage({ label, message: { subject, text } }: ShareMessageProps) {
  const copy = useCopy(words);
  // A share that is given up is no failure.
  const share = () => navigator.share({ title: subject, text }).catch(() => undefined);
  const canShare = 'share' in navigator;
  return (
    <Stack gap="0" align="flex-start">
      <Button variant="quiet" onClick={() => void (canShare ? share() : copy(text))}>
        {canShare ? words.share(label) : words.copy(label)}
      </Button>
      <details>
        <Summary>{words.read}</Summary>
        <Text fontSize="sm" whiteSpace="pre-line" overflowWrap="anywhere">
          {text}
        </Text>
      </details>
    </Stack>
  );
}
