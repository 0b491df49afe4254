import { CheckList, Text } from '@site/shared-ui';
import { preparation } from '../content/funding-steps';
import agreement from '../illustrations/signed-agreement.svg';
import { Step } from './step';

export function PreparationStep() {
  return (
    <Step number={3} title={preparation.title} picture={{ src: agreement, alt: preparation.picture }}>
      <Text>{preparation.text}</Text>
      <CheckList items={preparation.papers} />
    </Step>
  );
}
