/** Passes events on; those that nobody tells yet wait. Who told last goes on, also when the screen is another. */
export function createEvents<Event>() {
  const untold: Event[] = [];
  let tell: ((event: Event) => void) | null = null;
  return {
    add(event: Event): void {
      if (tell) tell(event);
      else untold.push(event);
    },
    tellBy(teller: (event: Event) => void): void {
      tell = teller;
      for (const event of untold.splice(0)) teller(event);
    },
  };
}
