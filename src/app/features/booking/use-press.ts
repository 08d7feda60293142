import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Delays a press of the form's button until the form is settled. Otherwise a booking that was typed just before the
 * press could land on the previous day, or miss the first free time. `onPress` is then called with the form's latest
 * values in scope.
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

/**
 * Calls `onPlaced` for each place on the calendar that is selected while a panel is open. It ignores the place with
 * which a form was opened, since the form already has its values.
 */
export function usePlaceSelection(placed: string | undefined, onPlaced: () => void): void {
  const [first] = useState(placed);
  const take = useEffectEvent(onPlaced);
  useEffect(() => {
    if (placed !== undefined && placed !== first) take();
  }, [placed, first]);
}
