/** What staff write on an appointment; each is kept as typed. */
export const notes: readonly string[] = [
  'Nervous with other dogs, wait outside.',
  'Fasted since last night.',
  'Owner prefers Dr Fournier.',
  'Bring the X-rays from the last visit.',
  'Muzzle, please. Was fine last time with treats.',
  'Second opinion on the left hind leg.',
  'Weigh first: was 32.4 kg, target < 30 kg.',
  'Insurance claim open; invoice to the insurer.',
  'Recheck of the wound.\nStitches out if dry.\n\nCall the owner afterwards.',
  'Allergic to penicillin!',
  'Microchip number to be verified.',
  'Will be brought by the neighbour (“Mr. B”).',
];

/** What the desk noted while booking. */
export const bookingNotes: readonly string[] = [
  'Phoned in the morning, asked for an early slot.',
  'Moved from last week.',
  'Prefers text messages.',
  'Called twice about price & payment.',
  'Interpreter needed (Spanish / español).',
  'Ring the bell at the back door.',
];

/** What clients typed when they booked online. */
export const clientNotes: readonly string[] = [
  'he keeps scratching his ear 😿',
  'Limping since Sunday, still eating well.',
  'Can we have the same doctor as last time? Thank you!!',
  'Necesito factura, gracias.',
  'Она боится кошек, можно подождать в машине?',
  'She hides when she sees the carrier <3',
];
