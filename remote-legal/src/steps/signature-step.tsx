import { Text } from '@site/shared-ui';
import { signature } from '../content/funding-steps';
import handshake from '../illustrations/handshake-by-screen.svg';
import { Step } from './step';

export function SignatureStep({ sendsToEveryFund }: { readonly sendsToEveryFund: boolean | undefined }) {
  return (
    <Step number={4} title={signature.title} picture={{ src: handshake, alt: signature.picture }}>
      <Text>{signature.text(sendsToEveryFund)}</Text>
      <Text>{signature.delay}</Text>
    </Step>
  );
}
