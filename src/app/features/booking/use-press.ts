import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Delays a press of the form's button, by click or keys, until the form is settled: a booking that was typed just before
 * must not land on the previous day, or miss its first free time. `onPress` sees the form as it is rendered then.
 */
export function useDelayedPress<Press>(isSettled: boolean, onPress: (press: Press) => void): (press: Press) => void {
  const [pressed, setPressed] = useState<{ press: Press } | null>(null);
  const act = useEffectEvent(onPress);
  useEffect(() => {
    if (pressed === null || !isSettled) return;
    setPressed(null);
    act(pressed.press);
  }, [pressed, isSettled]);
  return (press) => setPressed({ press });
}

/** Calls back for each place that is selected while a panel is open. A new form already has the first place's values. */
export function usePlaceSelection(placed: string | undefined, onPlaced: () => void): void {
  const [first] = useState(placed);
  const take = useEffectEvent(onPlaced);
  useEffect(() => {
    if (placed !== undefined && placed !== first) take();
  }, [placed, first]);
}
