import { Text } from '@site/shared-ui';
import { signature } from '../content/funding-steps';
import { Step } from './step';

export function SignatureStep() {
  return (
    <Step number={4} title={signature.title}>
      <Text>{signature.text}</Text>
    </Step>
  );
}
