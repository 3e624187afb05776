type City = { name: string; latitude: number; longitude: number }

const BERLIN: City = { name: 'Berlin', latitude: 52.52, longitude: 13.41 }

/** The cities that the demo model knows the coordinates of. */
const CITIES: City[] = [
  { name: 'Amsterdam', latitude: 52.37, longitude: 4.89 },
  { name: 'Athens', latitude: 37.98, longitude: 23.73 },
  { name: 'Bangkok', latitude: 13.76, longitude: 100.5 },
  { name: 'Barcelona', latitude: 41.39, longitude: 2.17 },
  { name: 'Beijing', latitude: 39.9, longitude: 116.41 },
  BERLIN,
  { name: 'Buenos Aires', latitude: -34.6, longitude: -58.38 },
  { name: 'Cairo', latitude: 30.04, longitude: 31.24 },
  { name: 'Cape Town', latitude: -33.92, longitude: 18.42 },
  { name: 'Chicago', latitude: 41.88, longitude: -87.63 },
  { name: 'Copenhagen', latitude: 55.68, longitude: 12.57 },
  { name: 'Delhi', latitude: 28.61, longitude: 77.21 },
  { name: 'Dubai', latitude: 25.2, longitude: 55.27 },
  { name: 'Dublin', latitude: 53.35, longitude: -6.26 },
  { name: 'Helsinki', latitude: 60.17, longitude: 24.94 },
  { name: 'Hong Kong', latitude: 22.32, longitude: 114.17 },
  { name: 'Istanbul', latitude: 41.01, longitude: 28.98 },
  { name: 'Jakarta', latitude: -6.21, longitude: 106.85 },
  { name: 'Johannesburg', latitude: -26.2, longitude: 28.05 },
  { name: 'Kyiv', latitude: 50.45, longitude: 30.52 },
  { name: 'Lagos', latitude: 6.52, longitude: 3.38 },
  { name: 'Lima', latitude: -12.05, longitude: -77.04 },
  { name: 'Lisbon', latitude: 38.72, longitude: -9.14 },
  { name: 'London', latitude: 51.51, longitude: -0.13 },
  { name: 'Los Angeles', latitude: 34.05, longitude: -118.24 },
  { name: 'Madrid', latitude: 40.42, longitude: -3.7 },
  { name: 'Melbourne', latitude: -37.81, longitude: 144.96 },
  { name: 'Mexico City', latitude: 19.43, longitude: -99.13 },
  { name: 'Moscow', latitude: 55.76, longitude: 37.62 },
  { name: 'Mumbai', latitude: 19.08, longitude: 72.88 },
  { name: 'Nairobi', latitude: -1.29, longitude: 36.82 },
  { name: 'New York', latitude: 40.71, longitude: -74.01 },
  { name: 'Oslo', latitude: 59.91, longitude: 10.75 },
  { name: 'Paris', latitude: 48.86, longitude: 2.35 },
  { name: 'Prague', latitude: 50.08, longitude: 14.44 },
  { name: 'Reykjavik', latitude: 64.15, longitude: -21.94 },
  { name: 'Rio de Janeiro', latitude: -22.91, longitude: -43.17 },
  { name: 'Rome', latitude: 41.9, longitude: 12.5 },
  { name: 'San Francisco', latitude: 37.77, longitude: -122.42 },
  { name: 'Seoul', latitude: 37.57, longitude: 126.98 },
  { name: 'Shanghai', latitude: 31.23, longitude: 121.47 },
  { name: 'Singapore', latitude: 1.35, longitude: 103.82 },
  { name: 'Stockholm', latitude: 59.33, longitude: 18.07 },
  { name: 'Sydney', latitude: -33.87, longitude: 151.21 },
  { name: 'Tokyo', latitude: 35.68, longitude: 139.69 },
  { name: 'Toronto', latitude: 43.65, longitude: -79.38 },
  { name: 'Vienna', latitude: 48.21, longitude: 16.37 },
  { name: 'Warsaw', latitude: 52.23, longitude: 21.01 },
  { name: 'Zurich', latitude: 47.38, longitude: 8.54 },
]

/** The first city of the list that a text names; Berlin when it names none. */
export function cityNamedIn(text: string): City {
  const lower = text.toLowerCase()
  return CITIES.find((city) => lower.includes(city.name.toLowerCase())) ?? BERLIN
}

/** The city of the list that lies within half a degree of these coordinates. */
export function cityNear(latitude: number, longitude: number): City | undefined {
  return CITIES.find(
    (city) =>
      Math.abs(city.latitude - latitude) < 0.5 && Math.abs(city.longitude - longitude) < 0.5,
  )
}
