import type { ComponentProps } from 'react';
import { TimeOffForm } from '#app/features/plan/time-off-form.tsx';
import { VetAwayPanel } from '#app/features/vet-away/vet-away-panel.tsx';

/** The panel for a vet who is away, with the form that enters their time off. */
export function OpenVetAway(props: Omit<ComponentProps<typeof VetAwayPanel>, 'TimeOffForm'>) {
  return <VetAwayPanel {...props} TimeOffForm={TimeOffForm} />;
}
