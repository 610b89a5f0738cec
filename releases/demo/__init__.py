"""The demo project: files of fixtures/demo, brought in through the services, as people would."""
