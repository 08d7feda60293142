import { getRouteApi } from '@tanstack/react-router';

/** The API of the board's route for its components, which must not import the route itself. */
export const boardApi = getRouteApi('/desk/');
