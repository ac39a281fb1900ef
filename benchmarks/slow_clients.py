"""Slow clients: python3 slow_clients.py PORT CONNECTIONS SECONDS. Each sends a request's head byte by byte, one a second."""
import socket
import sys
import time

port, connections, seconds = map(int, sys.argv[1:])
HEAD = b"GET /api/v1/databases HTTP/1.1\r\nHost: localhost\r\n" + b"X-Slow: " + b"x" * 1000
clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(connections)]
for i in range(seconds):
    alive = []
    for client in clients:
        try:
            client.send(HEAD[i:i + 1])
            alive.append(client)
        except OSError:
            client.close()
    clients = alive
    time.sleep(1)
print(f"{len(clients)} of {connections} slow clients are still connected after {seconds} s")
